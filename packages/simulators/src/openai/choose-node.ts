/** The router: chooses a node by what a message expresses (agreement, refusal, corrections, …) and by shared words. Pure. */
import { conceptsOf } from './concepts.ts'
import { offeredAddress } from './collect-values.ts'
import type { Candidate, RouterPrompt } from './router-prompt.ts'
import { asksForBot, isSmallTalk, isGoodbye, mentionsEmergency, wantsHuman } from './small-talk.ts'
import { isCorrection, givesUp, isQuestion, expressesWish, saysNo, saysYes } from './values.ts'
import { normalize, isStopWord, stem } from './words.ts'

/** What a message expresses, independent of its subject. */
type Heard = {
  text: string
  marks: ReadonlySet<string>
  /** What the agent proposed, where the visitor agrees. */
  proposed: ReadonlySet<string>
  question: boolean
  yes: boolean
  no: boolean
  refuses: boolean
  changes: boolean
  done: boolean
  back: boolean
  greets: boolean
  values: Readonly<Record<string, string | null>>
}
export type RoutingChoice = { id: string; reason: string }
export const STAY = 'stay'
/** The weight of one shared word that is of no known concept is 0.7. */
const ENOUGH = 0.6

export function chooseNode(prompt: RouterPrompt, values: Readonly<Record<string, string | null>>): RoutingChoice {
  const heard = hear(prompt, values)
  const order = ['child', 'global', 'back']
  const rated = prompt.candidates
    .map((candidate) => ({ candidate, score: rate(candidate, heard) }))
    .toSorted((a, b) => b.score - a.score || order.indexOf(a.candidate.kind) - order.indexOf(b.candidate.kind))
  const [best, next] = rated
  if (best && best.score >= ENOUGH) return { id: best.candidate.id, reason: reasonOf(best.candidate) }
  const agreed = heard.yes ? byProposal(prompt.candidates, heard) : undefined
  if (agreed) return { id: agreed.id, reason: reasonOf(agreed) }
  if (prompt.mayStay || !best) return { id: STAY, reason: 'No condition clearly fits the message.' }
  const earlier = byEarlier(prompt)
  const chosen = best.score > (next?.score ?? 0) ? best.candidate : (earlier ?? best.candidate)
  return { id: chosen.id, reason: 'One has to be chosen, and this fits best.' }
}

const reasonOf = ({ condition }: Candidate): string =>
  `The message fits: ${condition.split('\n')[0]?.slice(0, 200) ?? ''}`

function hear({ message, turns, variables }: RouterPrompt, values: Heard['values']): Heard {
  const text = normalize(message).replaceAll('’', "'")
  const before = turns.at(-1)?.from === 'agent' ? (turns.at(-1)?.text ?? '') : ''
  const offered = offeredAddress(before) !== undefined
  const changed = variables.some(
    ({ name, value }) => value !== '' && values[name] !== null && values[name] !== undefined,
  )
  const questions = before.split(/(?<=[.!?])\s+/).filter((sentence) => sentence.endsWith('?'))
  return {
    text,
    marks: intentsOf(message),
    proposed: intentsOf(questions.at(-1) ?? ''),
    question: isQuestion(message) && !expressesWish(message),
    yes: saysYes(message) && !offered && !changed,
    no: saysNo(message) && !offered && !changed,
    refuses: givesUp(message),
    changes: changed || (!isQuestion(message) && (CHANGES.test(text) || (isCorrection(message) && text.length > 25))),
    done: isGoodbye(message) || DONE.test(text),
    back: BACK.test(text),
    greets: isSmallTalk(message) && !isGoodbye(message),
    values,
  }
}

const CHANGES =
  /\b(?:change|wrong|incorrect|correct (?:the|my|it|that)|not right|mistake|typo|something else|different (?:day|time|date|one|name|address)|another (?:day|time|date|one|name|address)|instead|edit|andern|anderes?|anderer|anderen|falsch|modifier|changer|cambiar|mudar)\b/
const DONE =
  /\b(?:that(?:'s| is| was) (?:all|it|everything)|nothing (?:else|more)|i(?:'m| am) (?:done|leaving|off)|no thanks?|no,? thank you|all good|that (?:helped|solved it|worked)|(?:it|that) works(?: now)?|problem (?:is )?solved|it is solved|das (?:war|ist) alles|nichts weiter|c'est tout|eso es todo|isso e tudo)\b/
const BACK =
  /\b(?:go back|back to|take me back|get back|previous (?:step|one)|return to|start over|start again|once more from the start|zuruck|retour|revenir|volver|voltar)\b|^back\b/

const AFFIRM =
  /\b(?:(?:is|are) (?:all )?(?:right|correct|fine|ok(?:ay)?|true)|agrees?|confirms?|accepts?|is willing|says (?:yes|that)|is happy|wants to (?:go on|continue|proceed|return)|goes on|continues|nothing to add)\b/
const REJECT =
  /\b(?:wrong|not (?:right|correct|agree|accept)|disagrees?|declines?|refuses?|rejects?|(?:does not|doesn't|do not) want|will not|says no)\b/
/** Conditions that are met by a visitor who refuses to go on. */
const REFUSAL =
  /\b(?:declines?|refuses?|rejects?|disagrees?|(?:does not|doesn't|do not) (?:want|wish)|will not|says no|unwilling)\b/
const FAILS = /\bnot (?:yet|work|help|solved|fixed)\b/
const CHANGE = /\b(?:change[sd]?|corrects?|corrections?|another|different|edits?|wants something else)\b/
const OVER =
  /\b(?:nothing else|is answered|is solved|is done|is over|has decided|leaves|sets? out|says goodbye|goodbye|is finished|is satisfied)\b/
const PEOPLE = /\b(?:person|human|agent|staff|team|colleague|operator|representative|employee|mensch|mitarbeiter\w*)\b/
const ABSENT = /\b(?:nobody|no (?:agent|one|person|human)|not available|unavailable|is free)\b/
const ASKS = /\b(?:asks?|questions?|wants to know|wonders?|inquir\w+|enquir\w+|fragt|wissen)\b/

/** Whether a condition quotes what the visitor wrote, all of it: a button's own words. */
const quotes = (condition: string, { text }: Heard): boolean =>
  [...condition.matchAll(/[“"]([^“”"]+)[”"]/g)].some(([, words = '']) => normalize(words).trim() === text.trim())

function rate(candidate: Candidate, heard: Heard): number {
  if (quotes(candidate.condition, heard)) return 6
  const name = normalize(candidate.name)
  const generated = candidate.condition.startsWith(`${candidate.name}: `)
  const condition = normalize(candidate.condition).replaceAll('’', "'")
  if (ABSENT.test(condition) && !generated)
    return heard.refuses ? 0 : shared(heard.marks, candidate.condition) >= 2 ? 1 : 0
  if (candidate.kind === 'back') return backward(candidate, heard)
  const told = general(generated ? name : condition, name, heard)
  if (told > 0) return told
  const words = shared(heard.marks, generated ? candidate.name : candidate.condition)
  const score = words + (generated ? 0 : typed(condition, heard.values))
  if (heard.question && !(ASKS.test(condition) && !generated) && score < 1.7) return 0
  // A node's name counts only if the message contains all of it.
  if (generated && score < Math.min(1.4, weightOf(intentsOf(candidate.name)))) return 0
  return score < ENOUGH || REJECT.test(condition) ? 0 : score + shared(heard.marks, candidate.name) * 0.1
}

/** Scores that need no shared words. */
function general(condition: string, name: string, heard: Heard): number {
  if (mentionsEmergency(heard.text) && /emergency|notfall|urgence|emergencia/.test(`${condition} ${name}`)) return 5
  if (
    wantsHuman(heard.text) &&
    (PEOPLE.test(name) || (PEOPLE.test(condition) && /speak|talk|asks? for|wants/.test(condition)))
  )
    return 4
  if (asksForBot(heard.text) && /\b(?:machine|robot|bot|ai|character)\b/.test(`${condition} ${name}`)) return 4
  const rejects = REJECT.test(condition) || FAILS.test(condition)
  if (heard.changes && CHANGE.test(condition)) return 3
  if (heard.changes && rejects) return 2.5
  if (heard.refuses && REFUSAL.test(condition)) return 3
  if (heard.no && rejects) return 2
  if (heard.no && CHANGE.test(condition)) return 1.5
  if (heard.back && /\b(?:goes? (?:on|back)|continues?|returns?)\b/.test(condition)) return 1.5
  if (heard.greets && /\b(?:greets?|says hello)\b/.test(condition)) return 2
  if (heard.done && OVER.test(condition)) return 2.2
  return heard.yes && !rejects && AFFIRM.test(condition) ? 2 : 0
}

function backward({ name, condition }: Candidate, heard: Heard): number {
  if (!heard.back && !(heard.changes && Object.values(heard.values).every((value) => value === null))) return 0
  const words = shared(heard.marks, `${name} ${/\(([^)]*)\)/.exec(condition)?.[1]?.replaceAll('_', ' ') ?? ''}`)
  if (words >= ENOUGH) return 1.5 + words * 0.1
  // «Back», and no more, is to where the visitor was last.
  return heard.back && intentsOf(heard.text.replace(BACK, ' ')).size === 0 ? 1 : 0
}

const GIVES = /\b(?:gives?|names?|writes?|says?|tells?|provides?|sends?|mentions?|enters?|types?)\b/
const KINDS: Readonly<Record<string, RegExp>> = {
  email: /\b(?:e-?mail|address)\b/,
  phone: /\b(?:phone|telephone|number)\b/,
  date: /\b(?:day|date)\b/,
  time: /\b(?:time|hour)\b/,
  name: /\bnames?\b(?! a\b| an\b| the\b)/,
}

/** «The visitor writes an e-mail address»: fulfilled by the value itself. */
function typed(condition: string, values: Heard['values']): number {
  if (!GIVES.test(condition)) return 0
  const given = Object.entries(values).filter(([, value]) => value !== null)
  const fits = given.some(([name]) => {
    const kind = Object.keys(KINDS).find((each) => new RegExp(`(?:^|_)${each}`).test(name.toLowerCase()))
    const words = kind ? KINDS[kind] : undefined
    return words ? words.test(condition) : condition.includes(normalize(name.replaceAll('_', ' ')))
  })
  return fits ? 1 : 0
}

/** «Yes» to the agent's proposal. A tie means none. */
function byProposal(candidates: readonly Candidate[], { proposed }: Heard): Candidate | undefined {
  const rated = candidates
    .filter(({ kind, condition }) => kind === 'child' && !REJECT.test(normalize(condition)))
    .map((candidate) => ({ candidate, score: shared(proposed, candidate.condition) }))
    .toSorted((a, b) => b.score - a.score)
  const [best, next] = rated
  return best && best.score >= ENOUGH && best.score > (next?.score ?? 0) + 0.5 ? best.candidate : undefined
}

/** If a choice is required and the message does not help, earlier messages decide. */
function byEarlier({ candidates, turns }: RouterPrompt): Candidate | undefined {
  for (const { from, text } of turns.toReversed()) {
    if (from !== 'visitor') continue
    const marks = intentsOf(text)
    const rated = candidates
      .map((candidate) => ({ candidate, score: shared(marks, candidate.condition) }))
      .toSorted((a, b) => b.score - a.score)
    if (rated[0] && rated[0].score >= ENOUGH && rated[0].score > (rated[1]?.score ?? 0)) return rated[0].candidate
  }
  return undefined
}

/** Words of conditions that tell no wish from another. */
const COMMON = new Set(
  'visitor person traveller customer client patient player caller user guest wants says gives names asks writes takes already known details everything there clearly agrees something anything talks about describes needs'
    .split(' ')
    .map(stem),
)

/** Wishes that conditions name in one word and visitors in others, also of other languages. */
const WISHES: readonly (readonly [string, RegExp])[] = [
  ['rent', /^(?:rent|miete|mieten|louer|alquil|alug)/],
  ['sell', /^(?:sell|verkauf|vendre|vender)/],
  ['buy', /^(?:buy|purchas|kauf|acheter|comprar)/],
  ['move', /^(?:resched|postpon|verschieb|verleg|deplacer|aplazar|remarcar)/],
  ['see', /^(?:see|view(?:ing)?|visit(?:ing)?|besichtig|visiter|visitar)$/],
  ['food', /^(?:food|eat|eating|stew|meal|hungry|hunger|soup|bread|dinner|lunch|drink|thirsty|ale|beer)$/],
  ['lodging', /^(?:rooms?|beds?|sleep|lodging|loft|overnight|zimmer|ubernacht\w*|chambre|habitacion|quarto)$/],
  ['job', /^(?:task|quest|errand)s?$/],
  [
    'problem',
    /^(?:problem|issue|trouble|error|broke|broken|fault|faulty|defect|defective|damaged|fail|crash|stuck)\w*$/,
  ],
]
const wishesOf = (word: string): string[] => WISHES.flatMap(([wish, form]) => (form.test(word) ? [`~${wish}`] : []))

const NEGATORS = new Set('not no never without nicht kein keine keinen nie pas jamais sin nunca sem nao'.split(' '))
const REACH = 2

/** Stems and concepts of a text, those that it denies marked with «!»: «did not help» is not «help». */
export function intentsOf(text: string): Set<string> {
  const marks = new Set<string>()
  const clauses = normalize(text)
    .replaceAll('’', "'")
    .replace(/\bcannot\b/g, 'can not')
    .replace(/n't\b/g, ' not')
    .split(/[,.;:!?]|\bbut\b|\baber\b|\bmais\b|\bpero\b/)
  for (const clause of clauses) {
    let denied = 0
    for (const word of clause.replace(/\be-mail/g, 'email').match(/[\p{L}\p{N}]+/gu) ?? []) {
      if (NEGATORS.has(word)) denied = REACH
      const wishes = wishesOf(word)
      if ((isStopWord(word) && wishes.length === 0) || COMMON.has(stem(word))) continue
      const all = [stem(word), ...conceptsOf(word).map((concept) => `=${concept}`), ...wishes]
      for (const mark of all) marks.add(denied > 0 ? `!${mark}` : mark)
      if (denied > 0) denied -= 1
    }
  }
  return marks
}

/** A word that is of a shared concept is counted by the concept as well; one that only means the same counts a little less. */
const weightOf = (marks: ReadonlySet<string>): number =>
  [...marks].reduce((sum, mark) => sum + (/^!?=/.test(mark) ? 1 : /^!?~/.test(mark) ? 0.65 : 0.7), 0)

/** How much of what was heard a text shares. */
function shared(heard: ReadonlySet<string>, text: string): number {
  const marks = intentsOf(text)
  return weightOf(new Set([...heard].filter((mark) => marks.has(mark))))
}
