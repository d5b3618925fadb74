/** The one sanitiser of CSS, scoped to the pages of clients. */
export type CleanCss = (css: string) => Promise<string>
