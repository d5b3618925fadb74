// Which models accept images, by name: providers have no API for it.

/** Matched against the part of the name after the last slash, in lower case. */
const VISION_MODELS: readonly RegExp[] = [
  /^(?:gpt-4o|gpt-4\.1|gpt-4\.5|gpt-4-turbo|gpt-5|chatgpt-4o|o1|o3|o4-mini)(?:$|[-.@:])/,
  /^claude-(?:3|opus|sonnet|haiku)/,
  /^gemini-(?:1\.5|[2-9])/,
  /^(?:pixtral|llava|bakllava|moondream|minicpm-v|gemma-?3|llama-?4|mistral-small-?3\.[1-9]|granite3\.\d-vision)/,
  /(?:^|[-_.:])(?:vision|vl)(?:$|[-_.:])/,
  // `qwen2.5vl`, `internvl2`
  /^(?:qwen[\d.]*vl|internvl)/,
]
/** Models that match the patterns above but accept no images. */
const TEXT_ONLY_MODELS =
  /^(?:o1-mini|o1-preview|o3-mini|gpt-4o-(?:mini-)?(?:audio|realtime|transcribe|search|tts))|^gemma-?3[:-](?:1b|270m)/

/** Whether the model accepts images. Other models are sent the file name instead. */
export function supportsVision(model: string): boolean {
  const name = model.slice(model.lastIndexOf('/') + 1).toLowerCase()
  return !TEXT_ONLY_MODELS.test(name) && VISION_MODELS.some((pattern) => pattern.test(name))
}

/** Usual maximum of tokens for one image, for the credit hold before a turn. */
export const maxImageTokens = (model: string): number => (/gpt-4o-mini/.test(model) ? 37_000 : 3000)
