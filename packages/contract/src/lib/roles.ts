// What members of a workspace may do: four roles, each with all rights of the previous one.
export const ROLES = ['viewer', 'editor', 'admin', 'owner'] as const
/**
 * `viewer` reads · `editor` builds agents and answers visitors · `admin` manages members, keys and the workspace itself
 * · `owner` the one person who owns it and may delete it.
 */
export type Role = (typeof ROLES)[number]

/** Roles that can be granted; the only owner is the workspace's creator. */
export const GIVEN_ROLES = ['viewer', 'editor', 'admin'] as const satisfies readonly Role[]
export type GivenRole = (typeof GIVEN_ROLES)[number]

export const roleAtLeast = (role: Role, least: Role): boolean => ROLES.indexOf(role) >= ROLES.indexOf(least)

/** The default minimum role of a call: everyone may read, editors may change. */
export const leastRole = (access: { readonly role?: Role }, method: string): Role =>
  access.role ?? (method === 'GET' ? 'viewer' : 'editor')
