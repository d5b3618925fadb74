/** Splits passages into quotable sentences, each with its headings. */
import { MONTH_NAMES } from '../language/calendar.ts'
import type { Passage } from '../prompts/prompt.ts'

export type Sentence = {
  text: string
  passage: number
  /** Position in its passage; neighbors differ by one. */
  order: number
  /** The headings and questions above it, joined. */
  heading: string
  title: string
  bullet: boolean
}

const BULLET = /^(?:[-*•–·]|\d{1,2}[.)])\s+/
const ABBREVIATION =
  /(?:^|[\s(])(?:e\.g|i\.e|z\.\s?b|d\.\s?h|u\.\s?a|mr|mrs|ms|dr|prof|st|no|nr|str|tel|ca|approx|incl|inkl|bzw|usw|etc|vs|inc|ltd|co|sr|sra|av|p\.\s?ej|a\.m|p\.m)\.$/iu
/** Text that addresses the model or imitates our markup is never quoted. */
const HOSTILE = [
  /<\/?\s*(?:passages?|instructions?|agent|language|system|assistant|user|script|iframe)\b/i,
  /\b(?:ignore|disregard|forget|override|bypass)\b.{0,40}\b(?:instruction|prompt|rule|previous|above|prior|everything|guideline)/i,
  /\b(?:ignorier|vergiss|missachte)\w*\b.{0,40}\b(?:anweisung|vorherig|regel|prompt|alles)/i,
  /\b(?:ignore[zr]?|oublie[zr]?)\b.{0,40}\b(?:consigne|instruction|pr[ée]c[ée]dent)/i,
  /\b(?:ignora|ignore|olvida|esque[cç]a)\b.{0,40}\b(?:instruc|anterior|regla|regra)/i,
  /تجاهل.{0,40}(?:تعليمات|التعليمات|السابق)/u,
  /\b(?:system prompt|systemprompt|developer message|jailbreak|prompt injection|as an ai\b|you are now|from now on you|act as|pretend to be)/i,
  /\b(?:assistant|ai|model|chatbot|bot|llm)\b\s*[,:]?\s*(?:must|should|shall|please|reply|say|answer|tell|respond|output|print|write)\b/i,
  /\b(?:reply|respond|answer|say|output|print)\b.{0,12}\b(?:only|exactly|with the word|the following)\b/i,
  /\[(?:system|inst|\/inst)\]|<\|/i,
]

/** Every quotable sentence of the passages, in reading order. */
export function sentencesOf(passages: readonly Passage[]): Sentence[] {
  return passages.flatMap((passage, index) => ofPassage(passage, index))
}

/** Whether a text addresses the model instead of informing the reader. */
export function isHostile(text: string): boolean {
  return HOSTILE.some((pattern) => pattern.test(text))
}

function ofPassage(passage: Passage, index: number): Sentence[] {
  const found: Sentence[] = []
  let heading = ''
  let section = ''
  let order = 0
  for (const line of linesOf(passage.text)) {
    if (line.isHeading) {
      // The head of a table stands under the heading of its section.
      if (!line.bullet) section = line.text
      heading = line.bullet ? `${section} ${line.text}` : line.text
      order += 2 // a gap: sentences under different headings are not neighbours
      continue
    }
    const parts = cut(line.text)
    for (const text of line.hasSubject && parts.length <= MOST_OF_SUBJECT ? [line.text] : parts) {
      const bare = text.replace(
        /^(?:q|a|f|frage|antwort|question|answer|pregunta|respuesta|réponse|pergunta|resposta)\s?[:.]\s+/i,
        '',
      )
      if (/[?？؟]$/.test(bare)) {
        heading = bare
        order += 2
        continue
      }
      order += 1
      if (isHostile(bare)) order += 1
      else found.push({ text: bare, passage: index, order, heading, title: passage.title, bullet: line.bullet })
    }
  }
  return found
}

type Line = Pick<Sentence, 'text' | 'bullet'> & { isHeading: boolean; hasSubject: boolean }
/** Bold words at the start name the subject of the whole paragraph. */
const SUBJECT = /^(?:[-*•]\s+)?\*\*[^*]{1,60}[^*?]\*\*\s*\S/
const MOST_OF_SUBJECT = 3

function linesOf(text: string): Line[] {
  const raw = text.split(/\r?\n/).map((line) => line.trim())
  const lines: Line[] = []
  for (const [at, line] of raw.entries()) {
    if (!line || /^[-=*_|:\s]+$/.test(line)) continue
    const last = lines.at(-1)
    const isTable = line.startsWith('|')
    const markdown = /^#{1,6}\s+/.test(line) || (isTable && /^\|[-:|\s]+$/.test(raw[at + 1] ?? ''))
    // A table row is quoted like a list item.
    const bullet = BULLET.test(line) || isTable
    const clean = plain(line)
    if (!clean) continue
    if (last && !last.isHeading && !markdown && !bullet && raw[at - 1] && isWrapped(last.text, clean))
      last.text += ` ${clean}`
    else
      lines.push({
        text: clean,
        isHeading: markdown || (!bullet && looksLikeHeading(line, clean, raw[at + 1])),
        bullet,
        hasSubject: SUBJECT.test(line),
      })
  }
  return lines
}

/** A line that continues on the next one: no end mark, and then a lower-case letter. */
function isWrapped(before: string, after: string): boolean {
  return !/[.!?:;…。؟]$/u.test(before) && /^[\p{Ll}(]/u.test(after)
}

function looksLikeHeading(line: string, clean: string, next: string | undefined): boolean {
  if (!next || clean.length > 70 || /[.!?:;,…。؟]$/u.test(clean) || /\d|:\s/.test(clean))
    return /^\*\*[^*]+\*\*$/.test(line) && !!next
  return clean.split(/\s+/).length <= 8 && !/^\p{Ll}/u.test(next)
}

/** Strips Markdown from a line: markers, emphasis, table bars. Links keep their text and address. */
function plain(line: string): string {
  return line
    .replace(/\s+/g, ' ')
    .replace(/^#{1,6}\s+/, '')
    .replace(BULLET, '')
    .replace(/^>\s?/, '')
    .replace(/!\[[^\]]{0,200}\]\([^)]{0,500}\)/g, '')
    .replace(/\*\*([^*]+)\*\*/g, '$1')
    .replace(/^\|\s*|\s*\|$/g, '')
    .replace(/ ?\| ?/g, ' – ')
    .trim()
}

/** A text without end marks is quoted in pieces of this length. */
const LONGEST = 800
const STRETCH = /\S.{0,598}(?:\s|$)|\S{1,600}/g

/** Splits a line at ends of sentences, but not after abbreviations, initials or numbers with a dot. */
export function cut(line: string): string[] {
  const parts = line.split(/(?<=[.!?…؟]["”’)»]?)\s+|(?<=[。！？])/u)
  const out: string[] = []
  for (const part of parts) {
    const last = out.at(-1)
    if (last !== undefined && last.length < LONGEST && isOpen(last.slice(-12), part))
      out[out.length - 1] = `${last} ${part}`
    else if (part.trim()) out.push(part.trim())
  }
  return out.flatMap((sentence) =>
    sentence.length > LONGEST ? (sentence.match(STRETCH) ?? []).map((stretch) => stretch.trim()) : [sentence],
  )
}

/** Whether a sentence continues although it seems to end: `end` is its last letters, `next` what follows. */
function isOpen(end: string, next: string): boolean {
  if (/[!?]$/.test(end)) return false
  if (/(?:^|\s)\d{1,2}\.$/.test(end) && MONTH_NAMES.some((name) => next.toLowerCase().startsWith(name))) return true
  return ABBREVIATION.test(end) || /(?:^|\s)\p{Lu}\.$/u.test(end) || /^[\p{Ll}\d]/u.test(next)
}
