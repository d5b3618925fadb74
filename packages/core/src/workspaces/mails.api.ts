// The specification's mail and log calls of a workspace, in their safe form.

export const mailsApi = {}
