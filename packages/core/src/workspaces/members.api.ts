// Members of a workspace, their roles and invitations; making, naming, leaving and deleting workspaces.

export const membersApi = {}
