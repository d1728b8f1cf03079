/**
 * 256 everyday words, one for each byte, for the tags of transcript markers. Lower case, four to
 * eight letters, and no names of persons, places or brands, numbers, months, or words of commands
 * and secrets: nothing that a detector of names, personal data or injections would react to.
 */
export const TAG_WORDS: readonly string[] = `
anvil apron attic awning badge bagel bamboo banner barley barrel basin basket beacon beaker bench
blanket bobbin bonnet border bottle bracket branch brick bridge broom brush bucket buckle burrow
button cabin cactus candle canoe canvas carpet carrot cedar cellar chalk chimney clover coaster
cobble comet compass copper corner cotton cradle crayon cricket curtain cushion dairy dimple
dolphin donkey drawer drizzle eagle easel elbow ember engine fabric falcon feather fence fiddle
flannel flask flute folder fossil fountain freckle funnel furrow gable gallery garden garlic
gazebo giraffe glacier glove goblet gravel guitar gutter hammer hammock hedge helmet heron hinge
hoop horizon hornet igloo ivory jacket jigsaw jungle kayak kennel kettle kitchen kitten ladder
ladle lagoon lantern lattice lemon lentil lever linen lizard lobster locket lumber magnet mallet
mantle maple marble meadow melon mirror mitten mosaic muffin mustard napkin nectar needle noodle
nozzle nutmeg oatmeal orchard otter oven oyster paddle pancake panel parcel parsley pasture
pebble pelican pencil pickle pigeon pillow pitcher planet plank plaster pocket pond poplar porch
prairie puddle pulley pumpkin puzzle quarry quilt rabbit radish raft ravine ribbon ripple roof
rudder saddle salmon sandal satchel saucer scarf shelf shovel shutter sketch sleigh slope spindle
spinach sponge spoon stencil straw sundial teapot thicket thimble thistle throne timber toast
tractor trellis trumpet tulip tunnel turnip turtle umbrella vanilla velvet violin waffle wagon
walnut walrus wheat whistle wicker window woolen yarn yogurt zebra zipper acorn almond antler
apricot arch asphalt atlas balcony beaver beetle biscuit blossom boulder bramble bubble bugle
butter cabbage camel celery cereal chestnut cinder cobweb cocoa
`
  .trim()
  .split(/\s+/);
