// Detects who answered an outgoing call: a person, a mailbox, a menu or a fax. Pure: uses the first seconds' speech,
// words and tones.
import { wordsOf } from './phrases.ts'

export type AnsweredBy = 'human' | 'voicemail' | 'ivr' | 'screening' | 'fax' | 'unknown'

export interface AnswerVerdict {
  readonly by: AnsweredBy
  /** The mailbox is recording: its beep was heard, or it went quiet. */
  readonly canLeaveMessage: boolean
  readonly reason:
    | 'words'
    | 'beep'
    | 'faxTone'
    | 'shortGreeting'
    | 'question'
    | 'longSpeech'
    | 'nothingHeard'
    | 'timeUp'
}

export type AnswerEvent =
  | { readonly k: 'vad'; readonly on: boolean; readonly ago?: number }
  | { readonly k: 'words'; readonly text: string; readonly final: boolean }
  /** A single tone with its duration so far; `isOver` once it stopped. */
  | { readonly k: 'tone'; readonly hz: number; readonly ms: number; readonly isOver: boolean }

export interface AnswerState {
  readonly language: string
  /** Duration of finished speech. */
  readonly speechMs: number
  readonly speechSince: number | undefined
  readonly speechEndAt: number | undefined
  readonly final: string
  readonly interim: string
  readonly tone: { readonly hz: number; readonly ms: number; readonly isOver: boolean } | undefined
}

/** Milliseconds. People greet briefly and wait; machines keep talking. */
export const ANSWER_TIMES = {
  humanSpeech: 2500,
  humanSilence: 500,
  machineSilence: 1500,
  /** Speech of this length without recognised words is not a person's greeting. */
  longSpeech: 5000,
  noSpeech: 10_000,
  overall: 20_000,
  beep: 120,
  fax: 500,
} as const

const BEEP_HZ = { from: 350, to: 1050 } as const
const FAX_HZ = [1100, 2100] as const

export const newAnswer = (language: string): AnswerState => ({
  language,
  speechMs: 0,
  speechSince: undefined,
  speechEndAt: undefined,
  final: '',
  interim: '',
  tone: undefined,
})

const MAX_TEXT = 2000

export function hearAnswer(state: AnswerState, event: AnswerEvent, at: number): AnswerState {
  switch (event.k) {
    case 'vad': {
      const when = Math.max(0, at - (event.ago ?? 0))
      if (event.on) return state.speechSince === undefined ? { ...state, speechSince: when } : state
      if (state.speechSince === undefined) return state
      const speechMs = state.speechMs + Math.max(0, when - state.speechSince)
      return { ...state, speechMs, speechSince: undefined, speechEndAt: when }
    }
    case 'words': {
      const text = event.text.trim()
      if (text === '') return state
      if (!event.final) return { ...state, interim: text.slice(-MAX_TEXT) }
      return { ...state, final: `${state.final} ${text}`.trim().slice(-MAX_TEXT), interim: '' }
    }
    case 'tone':
      return { ...state, tone: { hz: event.hz, ms: event.ms, isOver: event.isOver } }
  }
}

/** The verdict, once there is enough evidence and the other side is quiet. */
export function answeredBy(state: AnswerState, at: number): AnswerVerdict | undefined {
  const { tone } = state
  if (tone && tone.ms >= ANSWER_TIMES.fax && FAX_HZ.some((hz) => Math.abs(hz - tone.hz) <= 25))
    return { by: 'fax', canLeaveMessage: false, reason: 'faxTone' }
  const guess = guessOf(state)
  const speechMs = state.speechMs + (state.speechSince === undefined ? 0 : Math.max(0, at - state.speechSince))
  const isBeep = tone !== undefined && tone.ms >= ANSWER_TIMES.beep && tone.hz >= BEEP_HZ.from && tone.hz <= BEEP_HZ.to
  if (isBeep && tone.isOver && speechMs - tone.ms >= 1000)
    return { by: 'voicemail', canLeaveMessage: true, reason: 'beep' }
  const silence = state.speechSince === undefined && state.speechEndAt !== undefined ? at - state.speechEndAt : 0
  if (guess !== undefined && silence >= ANSWER_TIMES.machineSilence)
    return { by: guess, canLeaveMessage: guess === 'voicemail', reason: 'words' }
  if (at >= ANSWER_TIMES.overall) return { by: guess ?? 'unknown', canLeaveMessage: false, reason: 'timeUp' }
  if (guess !== undefined) return undefined
  return ofPerson(state, { speechMs, silence, at })
}

function ofPerson(
  state: AnswerState,
  { speechMs, silence, at }: { readonly speechMs: number; readonly silence: number; readonly at: number },
): AnswerVerdict | undefined {
  const words = textOf(state)
  if (speechMs === 0 && words === '')
    return at >= ANSWER_TIMES.noSpeech ? { by: 'unknown', canLeaveMessage: false, reason: 'nothingHeard' } : undefined
  if (silence < ANSWER_TIMES.humanSilence) return undefined
  if (/[?？]$/.test(words)) return { by: 'human', canLeaveMessage: false, reason: 'question' }
  if (speechMs <= ANSWER_TIMES.humanSpeech) return { by: 'human', canLeaveMessage: false, reason: 'shortGreeting' }
  if (silence < ANSWER_TIMES.machineSilence) return undefined
  // Hanging up on a person with a long greeting is worse than talking to a machine.
  return words === '' && speechMs >= ANSWER_TIMES.longSpeech
    ? { by: 'voicemail', canLeaveMessage: true, reason: 'longSpeech' }
    : { by: 'human', canLeaveMessage: false, reason: 'shortGreeting' }
}

const textOf = ({ final, interim }: AnswerState): string => [final, interim].filter(Boolean).join(' ')

/** The verdict by words alone; undefined when a person may have said them. */
function guessOf(state: AnswerState): 'voicemail' | 'ivr' | 'screening' | undefined {
  const text = ` ${wordsOf(textOf(state)).join(' ')} `
  if (text.trim() === '') return undefined
  const lists = [SIGNS[state.language.toLowerCase().slice(0, 2)], SIGNS.en]
  for (const kind of ['screening', 'voicemail', 'ivr'] as const)
    if (lists.some((signs) => signs?.[kind].some((phrase) => text.includes(` ${phrase} `)))) return kind
  return undefined
}

interface Signs {
  readonly voicemail: readonly string[]
  readonly ivr: readonly string[]
  readonly screening: readonly string[]
}

/** «Not available» is not evidence: people say it about others. */
const SIGNS: Readonly<Record<string, Signs>> = {
  en: {
    voicemail: [
      'leave a message',
      'leave me a message',
      'leave your message',
      'leave us a message',
      'leave your name',
      'after the tone',
      'after the beep',
      'at the tone',
      'at the beep',
      'voicemail',
      'voice mail',
      'mailbox',
      'record your message',
      'answering machine',
    ],
    ivr: ['press one', 'press 1', 'press two', 'press 2', 'press zero', 'press 0', 'main menu', 'menu options'],
    screening: ['record your name', 'state your name', 'reason for calling', 'screening service', 'call screening'],
  },
  de: {
    voicemail: [
      'nachricht hinterlassen',
      'hinterlassen sie',
      'hinterlasse eine nachricht',
      'nach dem signalton',
      'nach dem piepton',
      'nach dem ton',
      'nach dem piep',
      'mailbox',
      'sprachbox',
      'anrufbeantworter',
    ],
    ivr: ['drücken sie', 'wählen sie die eins', 'wählen sie die 1', 'hauptmenü'],
    screening: ['nennen sie ihren namen', 'grund ihres anrufs'],
  },
  es: {
    voicemail: [
      'deje su mensaje',
      'deje un mensaje',
      'deja un mensaje',
      'deja tu mensaje',
      'después de la señal',
      'después del tono',
      'buzón de voz',
      'contestador automático',
    ],
    ivr: ['pulse uno', 'pulse 1', 'marque uno', 'marque 1', 'oprima uno', 'oprima 1', 'menú principal'],
    screening: ['diga su nombre', 'motivo de su llamada'],
  },
  fr: {
    voicemail: [
      'laissez un message',
      'laisser un message',
      'laissez votre message',
      'laissez-moi un message',
      'après le bip',
      'après le signal',
      'après le bip sonore',
      'messagerie vocale',
      'boîte vocale',
      'répondeur',
    ],
    ivr: ['appuyez sur', 'tapez 1', 'tapez un', 'menu principal'],
    screening: ['indiquez votre nom', 'motif de votre appel'],
  },
  pt: {
    voicemail: [
      'deixe a sua mensagem',
      'deixe sua mensagem',
      'deixe uma mensagem',
      'deixe o seu recado',
      'deixe seu recado',
      'após o sinal',
      'depois do sinal',
      'correio de voz',
      'caixa postal',
    ],
    ivr: ['prima 1', 'prima um', 'digite 1', 'digite um', 'marque 1', 'menu principal'],
    screening: ['diga o seu nome', 'motivo da chamada'],
  },
  it: {
    voicemail: [
      'lasciate un messaggio',
      'lasci un messaggio',
      'lascia un messaggio',
      'dopo il segnale',
      'dopo il bip',
      'segreteria telefonica',
      'casella vocale',
    ],
    ivr: ['prema 1', 'prema uno', 'digiti 1', 'digiti uno', 'premere 1', 'menu principale'],
    screening: ['dica il suo nome', 'motivo della chiamata'],
  },
}
