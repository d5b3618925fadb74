/** Names the session that counts where this browser is signed in as a workspace user too. */
export const ACT_AS_CLIENT = { 'x-parlance-act-as': 'client' } as const
