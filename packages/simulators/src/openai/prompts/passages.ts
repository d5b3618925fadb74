/** Reads the passages of the knowledge base and the files of visitors that stand in a prompt. Pure. */
import { tags } from './tags.ts'

/** One retrieved passage. A file has no number to cite: 0. */
export type Passage = { n: number; title: string; text: string }

/** What stands between the tags of the passages. */
export const readPassages = (text: string): Passage[] =>
  tags(text, 'passage').map(({ attributes: { n = '', title = '' }, inner }) => ({ n: Number(n), title, text: inner }))

/** A file is read like a passage, but nobody cites it. */
export const readFiles = (text: string): Passage[] =>
  tags(text, 'attachment').map(({ attributes: { name = '' }, inner }) => ({ n: 0, title: name, text: inner }))
