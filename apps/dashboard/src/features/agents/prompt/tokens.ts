/** A rough count of model tokens: about four characters each in European languages. */
export const roughTokens = (text: string): number => Math.ceil(text.length / 4)
