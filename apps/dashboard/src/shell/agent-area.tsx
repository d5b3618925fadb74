export function AgentArea() {
  return null
}
