// Origins of this installation.

/** The origin that browsers use: the configured one, otherwise the Host header of the request. */
export const originOf = ({ publicUrl }: { readonly publicUrl: string }) => {
  const configured = publicUrl === '' ? undefined : new URL(publicUrl).origin
  // Without PUBLIC_URL it is unknown whether a proxy uses https, so the scheme of the browser's Origin is taken.
  const scheme = (headers: Headers) => (headers.get('origin')?.startsWith('https:') ? 'https' : 'http')
  return (headers: Headers) => configured ?? `${scheme(headers)}://${headers.get('host') ?? ''}`
}

/** The origin once it is known by configuration or by listening; empty before. */
export const ownOrigin = ({ publicUrl }: { readonly publicUrl: string }): string =>
  publicUrl === '' ? '' : new URL(publicUrl).origin
