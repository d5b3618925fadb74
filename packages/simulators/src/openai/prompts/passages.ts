/** Parses the passages of the knowledge base and the visitors' files in a prompt. */
import { tags } from './tags.ts'

/** One retrieved passage. A file has the number 0, because it can't be cited. */
export type Passage = { n: number; title: string; text: string }

export const readPassages = (text: string): Passage[] =>
  tags(text, 'passage').map(({ attributes: { n = '', title = '' }, inner }) => ({ n: Number(n), title, text: inner }))

/** A file is read like a passage, but never cited. */
export const readFiles = (text: string): Passage[] =>
  tags(text, 'attachment').map(({ attributes: { name = '' }, inner }) => ({ n: 0, title: name, text: inner }))
