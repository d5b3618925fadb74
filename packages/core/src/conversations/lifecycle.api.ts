// What a visitor does with a conversation as a whole: list, end, rate, mail it, ask for a human.
export const lifecycleApi = {}
