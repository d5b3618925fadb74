// Addresses of items: checked by the server, and once more where they are used.

export const LINK_REL = 'noopener noreferrer nofollow'

/** The address when it leads to the web or to a file of our own; undefined otherwise. */
export const webUrl = (url: string): string | undefined => (/^(?:https?:\/\/|\/[\w.-])/i.test(url) ? url : undefined)
