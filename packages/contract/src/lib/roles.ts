export const ROLES = ['viewer', 'editor', 'admin', 'owner'] as const
/**
 * Each role has all rights of the previous one. `viewer` reads · `editor` builds agents and answers visitors · `admin`
 * manages members, keys and the workspace itself · `owner` is one person and may delete it.
 */
export type Role = (typeof ROLES)[number]

/** Roles that can be granted; the only owner is the workspace's creator. */
export const GIVEN_ROLES = ['viewer', 'editor', 'admin'] as const satisfies readonly Role[]
export type GivenRole = (typeof GIVEN_ROLES)[number]

export const roleAtLeast = (role: Role, least: Role): boolean => ROLES.indexOf(role) >= ROLES.indexOf(least)

/** Everyone may read and editors may change, unless the call declares a role. */
export const leastRole = (access: { readonly role?: Role }, method: string): Role =>
  access.role ?? (method === 'GET' ? 'viewer' : 'editor')
