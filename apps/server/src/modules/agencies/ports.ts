/** The shared CSS sanitiser, scoped to client pages. */
export type CleanCss = (css: string) => Promise<string>
