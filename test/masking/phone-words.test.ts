import { describe, expect, it } from "vitest";
import { valuesIn } from "./texts/found.ts";
import { spread } from "./texts/spread.ts";

/** Eight digits without any format: only the words around them say what they are. */
const NUMBER = "83726451";

function expectNumberIn(texts: readonly string[]): void {
  const missed = texts.filter((text) => valuesIn(text).join() !== NUMBER);
  expect(missed).toEqual([]);
}

describe("a telephone number without any format is found behind", () => {
  it.each([
    "{mobile,home,work,contact,business,office,user,customer,primary,day,evening,cell}phone:",
    "{mobile,home,work,facsimile,}telephone:",
    "{ph,tlf,tfn,fono,mob,gsm,fax,sms,fon,fone,telf,tfno,tlfno,tlm,hp no,viber,signal,zap,zapzap}",
    "{whatsapp,hotline,helpline,pager,landline,callback no,callback number,desk,office,direct}",
    "{portable,msisdn,cn number,us number,uk number,caller id,infoline,fixe:,standard:,port. :}",
    "{call back,call-back,contact,contact no.,contact number}",
    "{handy,rufnummer,mobilnummer,handynummer,festnetz,mobilfunk,durchwahl,rückruf,rueckruf:tel}",
    "{téléphone,teléfono,número,móvil,celular,contacto,natel,telefonino,recapito,contatto}",
    "{telemóvel,contato,mobiel,mobilnummeret,mobilen,kontakt,komórka,kom.,növekedés tel}",
    "{puh,puhelin,matkapuhelin,puhelinnumeroni,puhelinnumeromme,puhelinnumeronsa,puhelinnro}",
    "{számom,mobilszám,sími,tālr.,tālrunis,cep,cep tel,cep telefonu,santral,benim numaram}",
    "{nomor hp,no. hp,no hp,nomor saya,nomor kami,nomor wa,telp,telepon,ponsel,simu}",
    "{тел,телефон,моб,мобильный,мобілний,звоните,звонить,сот,факс}",
    "{τηλ,τηλέφωνο,κιν,κινητό,φαξ,αριθμός μου,moje číslo,mé číslo,numărul meu}",
    "{ტელ,ტელეფონი,հեռ,հեռախոս,電話,電話番号,电话,手机,手机号,手机号码,手機,手機號,手機號碼}",
    "{संपर्क:,请联系,聯繫,聯絡我,致电,致電,התקשרו,תתקשר אליי,tel.č.,06-nummer}",
    "{携帯,携帯電話,連絡,連絡先,联系方式,聯絡方式,传真,傳真,座机,座機,固话,直通,お問い合わせ先}",
    "{微信号,微信同号,我的号码,我的號碼,전화,전화번호,연락처,휴대폰,휴대전화,제 번호,내 번호,팩스}",
    "{mòbil,mugikorra,ffôn,rhif ffôn,guthán,fón póca,símanúmer,farsími,selfoon,selnommer,celulari im}",
    "{mobitel,mobitela,mobiilinumber,утас,telefónne číslo,telepono,selpon,simu,namba yangu ni}",
    "{فون,موبائل,भ्रमणध्वनी,दूरध्वनी,ફોન,મોબાઇલ,ਫੋਨ,ਮੋਬਾਈਲ,தொலைபேசி,மொபைல்,கைபேசி}",
    "{ఫోన్,మొబైల్,ಫೋನ್,ಮೊಬೈಲ್,ഫോൺ,മൊബൈൽ,දුරකථන,ទូរស័ព្ទ,ໂທລະສັບ,ເບີໂທ,ဖုန်း}",
    "{फ़ोन,फोन,मोबाइल,मेरा नंबर,ফোন,মোবাইল,โทร,โทรศัพท์,มือถือ,เบอร์}",
    "{điện thoại,di động,sđt,đt,số của tôi,هاتف,واتساب,جوال,موبايل,تليفون,تلفون,تلفن,موبایل,همراه}",
    "{رقمي,טלפון,נייד,המספר שלי,☎,✆,☎\ufe0f,📞,📱}",
  ])("a word for a telephone: %s", (words) => {
    expectNumberIn(spread(words).map((word) => `${word} ${NUMBER}`));
  });

  it.each([
    "phone{s,.,no,_no,-nr, num, number, numbers, Nummer, numer,#, n°, nº, #}: ",
    "phone {is,are,was,:,=,=>,→,-,–,#,|,>,at,on,to,sent,n°,number,now,und,et,y,or,ist,lautet} ",
    "phone {min,es,est,est le,é,è,er,är,jest,this,это,是,为,為,は,가,은,는} ",
    "phone{ (work),:  \n , number is: , numaram , numarası , नंबर }",
    "phone: {',\",(,*,<,@,`}",
    "phone{`: ,*: ,' is \"}",
  ])("a word and what may be between them: %s", (words) => {
    expectNumberIn(spread(words).map((word) => `${word}${NUMBER}`));
  });

  it.each([
    "{call,ring,bel,dial,phone,text,reach,ping,message,contact,whatsapp,sms,fax}",
    "{calling,called,ringing,texted,reaching}",
    "call {me,us,him,her,them,you,back,my,our,the,manager,now,anytime,directly}",
    "call {at,on,op,to,from,via,under,using,plus}",
    "{wa.me/,message to,messages to,answering at,registered number,registered mobile}",
    "{my,our,your,the,his,her} registered",
    "{reached at,reachable at,reachable on,reachable under,available at,available on}",
    "{call,ring,phone,text,contact,reach,speak to,speak with,talk to,ask for} Anna at",
    "{calling,called} Anna {at,on,via}",
    "{get,catch}{ hold of,} {me,us,him,her,them} {at,on}",
    "{a,her,him,me,us,them} {ring,call,bell,buzz,shout,text,line,message} {at,on}",
    "{me,us,him,her,them,i'm,he's,she’s,we’re,they're,bloke,guy,man,lady,woman} on",
    "{someone,somebody,caller} on",
    "{my,his,her,mera,new} {no,num,number,nbr,digits,sim,cell}{ is, are,}",
    "{call,calls,called,voicemail,sms,text,message,messages,forwarded,diverted,code,otp} from",
    "{code,otp} {sent,received,was sent,were sent} to",
    "{i,we,he,she,they,you,and,have,ve,just} {called,rang,rung,phoned,texted,dialled,dialed}{ back,}",
    "{caller,callers,i rang the number}",
    "{my,his,her,our,your,their,the,is,new,old,alternate,alternative,second,other,best} number",
    "my {new ,work ,mobile ,}number{:, is,}",
  ])("an invitation to call, or who called: %s", (words) => {
    expectNumberIn(spread(words).map((word) => `${word} ${NUMBER}`));
  });

  it.each([
    "{appelez,appeler,contactez,joignez,rappelez,rappelle}{-moi,-nous, nous,} {au,le}",
    "appelle{-moi,-le,-la,-nous,} {au,le}",
    "{joindre au,joignable au,joignables sur le,joignable par téléphone au}",
    "{joindre,rappelez,appeler,contactez,prévenir} Luc au",
    "{mon,ton,son,notre,votre,leur} {numéro,numero}{ est, :, est le,}",
    "mon num c'est le",
    "{ruf,rufen,ruft}{ mich, ihn, uns, sie, ihr,} an{:,}",
    "{rufen Sie mich,erreichen Sie uns,melde dich,kontaktieren Sie Hr. Maier} {unter,auf,unter der}",
    "{anrufen unter,erreichbar unter}",
    "{meine,deine,seine,ihre,unsere} nummer{ ist,}",
    "{meine,deine} nr.",
    "{mijn,min} nummer{ is,}",
    "{mein handy,bereikbaar op}",
    "{llama,llame,llámame,llámenos,llamale,llamar} al",
    "{avisar,llamar,contactar} Ana {al,en el}",
    "avisar a Ana",
    "{chiamare,chiamami,chiamatemi,chiamateci} {il,al,lo}",
    "{contattare,chiamare,avvisare} Mario al",
    "{ligar,ligue} {para,no,pro}",
    "{me liga,me liga no,liga para Rui no,ligar para Rui no}",
    "{pod numerem,pod nr,dzwonić pod,dzwoni na tel,zadzwoń}",
    "{mój,moje} {numer,nr}{ to,}",
    "{volejte,zavolejte,soita,soita numeroon}",
    "{ring,ringa,ringer} {mig,meg,oss}{ på,}",
    "{hívj,hívjon} {fel a,a,az}",
    "{мой,твой,его,её,ее,наш,ваш,их,мій,твій,її,їх} номер{ это,:, —,}",
    "{καλέστε,τηλεφωνήστε,κλήση,κάλεσέ με,πάρε με,πάρτε με}{ στο,}",
    "{gọi,gọi số,gọi cho tôi số}",
    "hubungi {saya,kami} {di,ke}",
    "{numarayı,beni,bizi} ara{yın,yabilirsiniz,}",
    "{اتصل,اتصلوا,تواصل,تواصلوا} {بي,بنا,معي,معنا}{ على,}",
    "{للتواصل,للاستفسار,للحجز}",
    "{התקשר,התקשרו,התקשרי} {אלי,אליי,אלינו}",
    "{sună-mă,sunați-mă,sunați-ne}{ la,}",
    "{call karo,call kariye,call karna,कॉल करें,ติดต่อ,拨打,撥打}",
  ])("the same in another language: %s", (words) => {
    expectNumberIn(spread(words).map((word) => `${word} ${NUMBER}`));
  });

  it.each([
    "your {phone,mobile,cell,contact,callback,telephone,landline} {number,no.}?\n",
    "{your,his,her,their,best} number{ to reach him, to call me, please,}?\nCaller: it's ",
    "{su,tu,teu,seu,tuo,suo} número? Ana: ",
    "{votre,ton} numéro de téléphone?\n",
    "{ihre,deine} {telefonnummer,rufnummer,handynummer}?\r\n",
    "{uw,je} {nummer,telefoonnummer}?”\n",
    "your {best ,current ,}{phone,mobile,cell,contact,callback,telephone} number{, please,.,}\nuser ",
    "{emergency contact,notfallkontakt,ansprechpartner,ansprechpartnerin,contact person} : Li, ",
    "{kontaktperson,kontakt,contact,contacto,contacte,contatto,urgence,urgences}: Li (",
    "{driver,tenant,reception,switchboard,landlord,next of kin}: Li, ",
    "{Kontakt:Maier,tenant:Bob.Smith,Ansprechpartner:Dr. Meier}, ",
  ])("a question for it, or who answers there: %j", (words) => {
    expectNumberIn(spread(words).map((word) => `${word}${NUMBER}`));
  });
});

describe("a telephone number without any format is found before", () => {
  it.each([
    " {office,fax,mobile,cell,phone,tel,home,work,desk,direct,mob}",
    "{ (, - ,(}{cell,home}",
    " {extn,durchwahl,poste,wew,vnitřní,linka,内線}{. ,: , }12",
    ", {ext,extn,extension,linka}{. ,: , }12",
    "{\",'),} {is,was,=} {my,his,her,our,their,the} {new ,}{phone,cell,mobile,tel,number}",
    " is the {whatsapp,landline,hotline}",
    "{',),} {keeps,kept} {on ,}{calling,ringing,texting}",
    " {called,rang,texted,phoned,messaged} {me,us,him,her,twice,again,back,yesterday,today,earlier}",
    " {by,via,per,par} sms",
    " {is,is still,still} {my,your,his,her,our,their} {current ,new ,old ,work ,}{number,cell}",
    " is my {mobile,landline}",
    " {bin ich ,sind wir ,ist er ,}{zu erreichen,erreichbar}",
    " {ist,est,es,è,é,is} {meine,unsere,mon,mi,mio,meu,mijn} {handynummer,nr,número,numéro,portable}",
    " {est mon nouveau,es mi nuevo,è il mio nuovo,é o meu novo,is mijn nieuwe} numero",
    " ist meine {neue ,neuer ,}{handy,telefon,mobil,telefoon}nummer",
    " {es mi móvil,es mi cel,é meu whats,hai}",
    " {pe,par} {call,whatsapp} kar",
    " पर {कॉल,संपर्क,फोन,फ़ोन,मैसेज}",
    " numara{sından,mdan,yı ara,lı telefon,lı hat,lı cep}",
    "{',’}{den,dan,ten} {beni ,bizi ,bana ,bize ,}{arayın,ara,ara.,ulaşın}",
    "{に,へ}{お電話,連絡,ご連絡,かけて}",
    "{로 ,으로 }{전화,연락,문자}",
    "{打给我,打給我,联系我,聯絡我,找我}",
  ])("what is said of it: %j", (words) => {
    expectNumberIn(spread(words).map((word) => `ok ${NUMBER}${word}`));
  });

  it("the second part of a German invitation to call", () => {
    const words = spread("{ruf,rufe,rufen sie,ruft}{ doch, mal, bitte,}");
    expectNumberIn(words.map((word) => `${word} ${NUMBER} an`));
  });
});

describe("the same digits are no telephone number", () => {
  it.each([
    "signals {}",
    "motel {}",
    "hp {}",
    "port {}",
    "the homebound on {}",
    "recall {}",
    "they recalled from {}",
    "screwdriver: {}",
    "my {order,account,invoice,ticket,tracking,reference,case,serial,card,part,model} number {}",
    "the {policy,passport,licence,license,id,security,routing,vat,tax,customer} number is {}",
    "her {member,patient,employee} number: {}",
    "{unsere,notre,ihre} nr. {}",
    "{} home of the brave",
    "{} office in Lyon",
    "{} phone is broken",
    "{}, ext. 12.5",
    "{} haiku",
    "{} es mi número de pedido",
    "your phone number.\nuser the {order,account,ticket,case,invoice} is {}",
    "call {} times",
  ])("in %j", (pattern) => {
    const texts = spread(pattern.replace("{}", "@")).map((text) => text.replace("@", NUMBER));
    expect(texts.flatMap(valuesIn)).toEqual([]);
  });
});
