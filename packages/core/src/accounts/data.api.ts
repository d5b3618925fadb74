// What an account holds: its profile, a copy of its data, its end.

export const dataApi = {}
