export function PromptPage() {
  return null
}
