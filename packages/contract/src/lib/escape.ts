/** Characters that people can't see but a model reads: control, direction, zero-width and tag characters. */
const UNSEEN = /(?![\t\n\r])\p{Cc}|[\u00AD\u200B\u200E\u200F\u202A-\u202E\u2060-\u2069\uFEFF\u{E0000}-\u{E007F}]/gu
const SUSPECT =
  /[&<>"＜﹤＞﹥＂\u00AD\u200B\u200E\u200F\u202A-\u202E\u2060-\u2069\uFEFF\u{E0000}-\u{E007F}]|(?![\t\n\r])\p{Cc}/u

/** Escapes text so that it can't open or close a tag or hide content from reviewers. */
export const escapeTags = (text: string): string => (SUSPECT.test(text) ? escaped(text) : text)

const escaped = (text: string): string =>
  text
    .replaceAll(UNSEEN, '')
    .replaceAll('&', '&amp;')
    .replaceAll(/[<＜﹤]/g, '&lt;')
    .replaceAll(/[>＞﹥]/g, '&gt;')
    .replaceAll(/["＂]/g, '&quot;')
