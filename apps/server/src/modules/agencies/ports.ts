export type CleanCss = (css: string) => Promise<string>
