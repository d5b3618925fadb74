import type { PublicAgent } from '@parlance/contract/agents/schemas'

/** The image's address when it is inline or of our origin; the frame's policy allows no other. */
export function ownImage(url: string | undefined, origin: string): string | undefined {
  if (!url) return undefined
  if (/^data:image\/(png|jpeg|gif|webp|avif)[;,]/i.test(url)) return url
  try {
    const address = new URL(url, origin)
    return address.origin === origin ? address.href : undefined
  } catch {
    return undefined
  }
}

/** The agent's colours for the visitor's colour scheme. */
export const paintFor = ({ paint, darkPaint }: Pick<PublicAgent, 'paint' | 'darkPaint'>) =>
  (matchMedia('(prefers-color-scheme:dark)').matches && darkPaint) || paint
