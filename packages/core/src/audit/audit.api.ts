// Who did what in a workspace.

export const auditApi = {}
