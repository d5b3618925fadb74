// Which models take pictures, by their names: providers have no call that tells.

/** How names of models that see begin, or what they hold; the part after the last slash, in lower case. */
const SEES: readonly RegExp[] = [
  /^(?:gpt-4o|gpt-4\.1|gpt-4\.5|gpt-4-turbo|gpt-5|chatgpt-4o|o1|o3|o4-mini)(?:$|[-.@:])/,
  /^claude-(?:3|opus|sonnet|haiku)/,
  /^gemini-(?:1\.5|[2-9])/,
  /^(?:pixtral|llava|bakllava|moondream|minicpm-v|gemma-?3|llama-?4|mistral-small-?3\.[1-9]|granite3\.\d-vision)/,
  /(?:^|[-_.:])(?:vision|vl)(?:$|[-_.:])/,
  // `qwen2.5vl`, `internvl2`
  /^(?:qwen[\d.]*vl|internvl)/,
]
/** Named like those above, and blind all the same. */
const BLIND =
  /^(?:o1-mini|o1-preview|o3-mini|gpt-4o-(?:mini-)?(?:audio|realtime|transcribe|search|tts))|^gemma-?3[:-](?:1b|270m)/

/** Whether a picture may be sent to this model; an unknown one is told the picture's name. */
export function seesPictures(model: string): boolean {
  const name = model.slice(model.lastIndexOf('/') + 1).toLowerCase()
  return !BLIND.test(name) && SEES.some((pattern) => pattern.test(name))
}

/** Tokens that one picture costs at most as a rule: what is held for it before a turn. */
export const pictureTokens = (model: string): number => (/gpt-4o-mini/.test(model) ? 37_000 : 3000)
