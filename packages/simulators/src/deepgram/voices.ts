/** The voices of Aura (English) and Aura-2, by the names that Deepgram's API takes. */
const AURA_2: Readonly<Record<string, string>> = {
  en: 'amalthea andromeda apollo arcas aries asteria athena atlas aurora callista cora cordelia delia draco electra harmonia helena hera hermes hyperion iris janus juno jupiter luna mars minerva neptune odysseus ophelia orion orpheus pandora phoebe pluto saturn selene thalia theia vesta zeus',
  es: 'agustina alvaro antonia aquila carina celeste diana estrella gloria javier luciano nestor olivia selena silvia sirio valerio',
  de: 'aurelia elara fabian julius kara lara viktoria',
  nl: 'beatrix cornelia daphne hestia lars leda rhea roman sander',
  fr: 'agathe hector',
  it: 'cesare cinzia demetra dionisio elio flavio livia maia melia perseo',
  ja: 'ama ebisu fujin izanami uzume',
}
const AURA_1 = 'asteria luna stella athena hera orion arcas perseus angus orpheus helios zeus'

export const AURA: readonly string[] = [
  ...AURA_1.split(' ').map((name) => `aura-${name}-en`),
  ...Object.entries(AURA_2).flatMap(([language, names]) =>
    names.split(' ').map((name) => `aura-2-${name}-${language}`),
  ),
]
