// How a domain is written in the list of sites that may carry a widget. Apart from the schema, for browsers.

/** `example.com`, or `*.example.com` for everything below it; a port only where it is not the usual one. */
export const DOMAIN = /^(\*\.)?[a-z0-9]([a-z0-9-]*[a-z0-9])?(\.[a-z0-9]([a-z0-9-]*[a-z0-9])?)*(:\d{1,5})?$/i
export const MOST_DOMAINS = 50
