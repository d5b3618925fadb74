/** One retrieved passage, unescaped. */
export type Passage = { n: number; title: string; text: string }
