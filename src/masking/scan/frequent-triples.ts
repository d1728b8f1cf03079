/**
 * The most frequent three-letter sequences of English documentation and source code, most frequent
 * first, counted over the packages of a Node.js project. `_` stands for any character whose low
 * five bits are not those of a letter, such as a space. Literals are looked up by a part that is
 * not among these. The four lines before the last are the sequences that caused most false
 * triggers, and the last has the signs between the members of JSON.
 */
const FREQUENT =
  "iononstio_re_thentconingthe_cojj_lj_reshe_i_jstrtyp_inypeed_nstst_ort_st_jijjjecton_" +
  "reatertrij_jporng_er_ate_jjproptiodeor_tur_jooptiiintejiiparrinjojretthiestagenj_val" +
  "ctiexprt_foratindecominturnequ_dereqquees__todefand_prersetu_tyse_romeve_annse_paojj" +
  "his_exstaameexteaderrtenallessif_ontesponnuesspois_ns_derrn_nt__seponithinevenaluver" +
  "pe_luemenez_of_s_atedopeeso_op_care__foxpoto_namseroj_irefinnnoendjectorchele_ll_ara" +
  "keyce_efif_h_vancorroror_ojel_ist_is_bend__noramore_if_unfrohttttpoo_ntsourth__frunc" +
  "e_agetper_fiblerceite_asom_sl_aree_thi_ile_of_nuts_g_jimpin_ncte_coutfunii_indnaldat" +
  "ere_tr_nean_mpocaln_tpent_tobjgljabluseultargz_smesntiide_ar_lie_ssoue_ibjemodt_igl_" +
  "assaliurcisnsz_adecoderas_tue_precrezoo_wifiltrepatraternsioet_athlettpslenputundert" +
  "hanmplpsz_hanonstotrutchszotexen__enal_num_cldelace_maapichaas_tatple_ooseste_ockde_" +
  "ssijexnedncelinompsetgen_chij__usoolnodredl_tnerenaheatrae_jrecemahresole_rtl_sageco" +
  "njsiveins_geid_me_it_imeeatmapenctesmattindenormz_gmberefwitcatdes_moethtimsteroplis" +
  "temnewscr_orn_aarstarberclaarr_mee_oeterset_catc_itsi_e_frtsrenly_n_jsoncriz_tulller" +
  "ureew__alurlasetz__onnindleackntrain_sout_ginmetrra_obiz_cesataheroleitiat_omijsoeam" +
  "onlnot_ljrayj_tumb_keriprl__hhnsiisel_bndlz_bhatt_asnj_heomods__hinrethomispecssaele" +
  "codgittespacampkagquilicbasighmaktoklocfassighavlasifimagnecuffposquafloervcuraccnso" +
  "_audecssionvkflcemfigthuckaokecenurrrkfmaillbtabnabnveifynguhigittrvesenlig_prsimcus" +
  "tifedeenamart_ubrorsiicetiatteorkguarowfieecupubckecovccerapcloocacorfulbraworoveens" +
  "pinowsuagbussis_woplibilrocffirtansfuppclischnagnizpusfixtak" +
  "bzbblbbz_bl_";

/** Ranks by the three letter classes of a triple, five bits each; 0 if it is not frequent. */
const RANKS = new Uint16Array(1 << 15);
for (let i = 0; i < FREQUENT.length; i += 3) {
  RANKS[keyOfTriple(FREQUENT, i)] = i / 3 + 1;
}

/** The three code units at `index`, ignoring case: 1 to 26 for letters, 0 for others. */
export function keyOfTriple(text: string, index: number): number {
  let key = 0;
  for (let i = index; i < index + 3; i++) key = nextKey(key, text.charCodeAt(i));
  return key;
}

/** The key of the three code units that end with `code`, given the previous key. */
export function nextKey(key: number, code: number): number {
  return ((key << 5) | letterClass(code)) & (RANKS.length - 1);
}

function letterClass(code: number): number {
  const bits = code & 31;
  return bits > 26 ? 0 : bits;
}

/** Position among the frequent triples, 1 for the most frequent; 0 for all others. */
export function rankOfTriple(key: number): number {
  return RANKS[key] as number;
}
