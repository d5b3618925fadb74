// Estimates a document's cost before it is saved. The server decides.

/** Characters per credit. */
export const PAGE_CHARS = 3000

/** Upper bound in credits, since repeated text is charged once. */
export const creditsFor = (chars: number): number => Math.ceil(chars / PAGE_CHARS)
