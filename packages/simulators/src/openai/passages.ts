/** Reads the passages of the knowledge base and the files of visitors that stand in a prompt. Pure. */
import { unescape } from './tags.ts'

/** One retrieved passage, unescaped. A file has no number to cite: 0. */
export type Passage = { n: number; title: string; text: string }

const MOST_PASSAGES = 100

/** What stands between the tags of the passages. */
export function readPassages(inner: string): Passage[] {
  const found = inner.matchAll(/<passage n="(\d{1,6})" title="([^"<]*)">([^<]*)<\/passage>/g)
  return Array.from(found, ([, n, title, text]) => ({
    n: Number(n),
    title: unescape(title ?? ''),
    text: unescape(text ?? ''),
  })).slice(0, MOST_PASSAGES)
}

/** A file is read like a passage, but nobody cites it. */
export function readFiles(inner: string): Passage[] {
  const found = inner.matchAll(/<attachment name="([^"<]*)"(?: cut="yes")?>([^<]*)<\/attachment>/g)
  return Array.from(found, ([, title, text]) => ({ n: 0, title: unescape(title ?? ''), text: unescape(text ?? '') }))
}
