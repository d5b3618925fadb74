// API keys of a workspace with scopes, and the renewal of its secret.

export const keysApi = {}
