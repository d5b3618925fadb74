// Subtitles (SRT, WebVTT) as plain paragraphs: no numbers, times or tags; speakers' names stay.
import type { Draft } from '../protocol.ts'
import { withinLength } from '../parse-errors.ts'

/** A pause of this many seconds starts a paragraph, as does a sentence end after `LONG` characters. */
const PAUSE = 4
const PARAGRAPH = 600

const TIMES = /^\s*((?:\d{1,3}:)?\d{1,2}:\d{2}[.,]\d{1,3})[ \t]*-->[ \t]*((?:\d{1,3}:)?\d{1,2}:\d{2}[.,]\d{1,3})/

interface Cue {
  readonly from: number
  readonly to: number
  readonly lines: readonly string[]
}

export function readSubtitles(text: string): Draft {
  const title = /^WEBVTT[ \t]+(?:-[ \t]*)?([^\n]*)/.exec(text)?.[1] ?? ''
  return { title, markdown: paragraphs(cuesOf(withinLength(text, 'file'))).join('\n\n'), pages: null, warnings: [] }
}

function cuesOf(text: string): Cue[] {
  const cues: Cue[] = []
  let open: { from: number; to: number; lines: string[] } | undefined
  for (const line of text.split('\n')) {
    const times = TIMES.exec(line)
    if (times) cues.push((open = { from: seconds(times[1] ?? ''), to: seconds(times[2] ?? ''), lines: [] }))
    else if (!line.trim()) open = undefined
    else open?.lines.push(plain(line))
  }
  return cues
}

const seconds = (time: string): number =>
  time
    .replace(',', '.')
    .split(':')
    .reduce((sum, part) => sum * 60 + Number(part), 0)

const NAMED: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', nbsp: ' ', lrm: '', rlm: '' }

const plain = (line: string): string =>
  line
    .replaceAll(/<v(?:\.[^\s>]{1,50})?[ \t]+([^>]{1,100})>/g, '$1: ')
    .replaceAll(/<[^<>]{0,200}>|\{\\[^{}]{0,200}\}/g, '')
    .replaceAll(/&(amp|lt|gt|quot|nbsp|lrm|rlm);/g, (_, name: string) => NAMED[name] ?? '')
    .replaceAll(/\s+/g, ' ')
    .trim()

/** Rolling captions repeat the previous line, so each line is used once. */
function paragraphs(cues: readonly Cue[]): string[] {
  const done: string[] = []
  let text = ''
  let last = ''
  let end = 0
  for (const { from, to, lines } of cues) {
    const turn = /^(?:[-–—] ?|[\p{L} .]{1,40}: )/u.test(lines[0] ?? '')
    if (text && (from - end > PAUSE || turn || (text.length > PARAGRAPH && /[.!?…]["”']?$/.test(text)))) {
      done.push(text)
      text = ''
    }
    for (const line of lines) {
      if (line && line !== last) text += text ? ` ${line}` : line
      if (line) last = line
    }
    end = to
  }
  return text ? [...done, text] : done
}
