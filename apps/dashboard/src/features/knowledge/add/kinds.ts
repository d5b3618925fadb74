// The ways to add sources, in their order.
export const SOURCE_KINDS = ['text', 'file', 'urls', 'sitemap', 'qa'] as const
export type SourceKind = (typeof SOURCE_KINDS)[number]
