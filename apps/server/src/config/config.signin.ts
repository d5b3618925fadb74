import { z } from 'zod'
import type { ProviderSettings } from '../lib/settings.ts'

const GOOGLE = 'https://accounts.google.com'

export const signInEnv = {
  OIDC_ISSUER: z.url({ protocol: /^https?$/ }).optional(),
  OIDC_CLIENT_ID: z.string().optional(),
  OIDC_CLIENT_SECRET: z.string().optional(),
  OIDC_NAME: z.string().max(40).default('Single sign-on'),
  GOOGLE_CLIENT_ID: z.string().optional(),
  GOOGLE_CLIENT_SECRET: z.string().optional(),
}
const SignIn = z.object(signInEnv)
type SignInEnv = z.infer<typeof SignIn>

export function signInProviders(env: SignInEnv): ProviderSettings[] {
  const all = [
    {
      id: 'google',
      name: 'Google',
      issuer: GOOGLE,
      clientId: env.GOOGLE_CLIENT_ID,
      clientSecret: env.GOOGLE_CLIENT_SECRET,
    },
    {
      id: 'oidc',
      name: env.OIDC_NAME,
      issuer: env.OIDC_ISSUER,
      clientId: env.OIDC_CLIENT_ID,
      clientSecret: env.OIDC_CLIENT_SECRET,
    },
  ]
  return all.flatMap(({ id, name, issuer, clientId, clientSecret }) =>
    issuer && clientId && clientSecret ? [{ id, name, issuer, clientId, clientSecret }] : [],
  )
}

const LOOPBACK = /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/

/** A provider must be configured completely, and over https. */
export function checkSignIn(
  env: SignInEnv & { readonly PUBLIC_URL?: string | undefined },
  issues: z.RefinementCtx,
): void {
  const say = (name: string, message: string) => issues.addIssue({ code: 'custom', path: [name], message })
  for (const names of [
    ['GOOGLE_CLIENT_ID', 'GOOGLE_CLIENT_SECRET'],
    ['OIDC_ISSUER', 'OIDC_CLIENT_ID', 'OIDC_CLIENT_SECRET'],
  ] as const) {
    const given = names.filter((name) => env[name] !== undefined)
    for (const name of names)
      if (given.length > 0 && env[name] === undefined) say(name, `is needed with ${given.join(' and ')}`)
    if (given.length > 0 && !env.PUBLIC_URL)
      say('PUBLIC_URL', `is needed with ${given[0]}: the provider sends people back to it`)
  }
  if (env.OIDC_ISSUER?.startsWith('http:') && !LOOPBACK.test(new URL(env.OIDC_ISSUER).hostname))
    say('OIDC_ISSUER', 'begins with https:// unless it is on this machine')
}
