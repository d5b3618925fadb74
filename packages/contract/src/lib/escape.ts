// Other people's text in what a model is told.

/** What nobody sees and a model reads: controls, marks of direction and width, the letters of tags. */
const UNSEEN = /(?![\t\n\r])\p{Cc}|[\u00AD\u200B\u200E\u200F\u202A-\u202E\u2060-\u2069\uFEFF\u{E0000}-\u{E007F}]/gu
/** Nothing else needs a look; most texts have none of it. */
const SUSPECT =
  /[&<>"＜﹤＞﹥＂\u00AD\u200B\u200E\u200F\u202A-\u202E\u2060-\u2069\uFEFF\u{E0000}-\u{E007F}]|(?![\t\n\r])\p{Cc}/u

/** The text so that it can neither open nor close a tag, nor hide anything from those who check it. */
export const escapeTags = (text: string): string => (SUSPECT.test(text) ? escaped(text) : text)

const escaped = (text: string): string =>
  text
    .replaceAll(UNSEEN, '')
    .replaceAll('&', '&amp;')
    .replaceAll(/[<＜﹤]/g, '&lt;')
    .replaceAll(/[>＞﹥]/g, '&gt;')
    .replaceAll(/["＂]/g, '&quot;')
