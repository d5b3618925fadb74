// What a document costs, before it is saved. The numbers are the server's, which alone decides.

/** Characters that one credit pays for. */
export const PAGE_CHARS = 3000

/** Whole credits for a text of so many characters; at most that, for what a document repeats is paid once. */
export const creditsFor = (chars: number): number => Math.ceil(chars / PAGE_CHARS)
