// What members of a workspace may do: four roles, each of which may all that the one before it may.
export const ROLES = ['viewer', 'editor', 'admin', 'owner'] as const
/**
 * `viewer` reads · `editor` builds agents and answers visitors · `admin` manages members, keys and the workspace itself ·
 * `owner` the one person it belongs to, who alone may delete it.
 */
export type Role = (typeof ROLES)[number]

/** Roles that can be given; there is one owner, who made the workspace. */
export const GIVEN_ROLES = ['viewer', 'editor', 'admin'] as const satisfies readonly Role[]
export type GivenRole = (typeof GIVEN_ROLES)[number]

export const roleAtLeast = (role: Role, least: Role): boolean => ROLES.indexOf(role) >= ROLES.indexOf(least)

/** The least role of a call that names none: looking is for everybody, changing for those who build. */
export const leastRole = (access: { readonly role?: Role }, method: string): Role =>
  access.role ?? (method === 'GET' ? 'viewer' : 'editor')
