/** Checks `tools` and `tool_choice` of a chat request. Throws a 400 with OpenAI's message. */
import { badRequest } from './errors.ts'
import { checkName, checkStrict } from './schemas.ts'
import { checkFields, type FieldRule, invalidValue, isObject, type JsonObject, missingField } from './check-fields.ts'

const FUNCTION: Record<string, FieldRule> = {
  name: { type: 'any' },
  description: { type: 'string' },
  parameters: { type: 'any' },
  strict: { type: 'boolean' },
}

/** Throws when a tool has no valid name or schema, or when the choice names none of them. */
export function checkTools({ tools, tool_choice: choice, parallel_tool_calls: parallel }: JsonObject): void {
  const missing = choice != null ? 'tool_choice' : parallel != null ? 'parallel_tool_calls' : undefined
  if (!Array.isArray(tools)) {
    if (missing === undefined) return
    throw badRequest(
      `Invalid value for '${missing}': '${missing}' is only allowed when 'tools' are specified.`,
      missing,
    )
  }
  const names = tools.map((tool: unknown, at) => toolName(tool, `tools[${at}].function`))
  if (isObject(choice)) {
    const wanted = isObject(choice['function']) ? choice['function']['name'] : undefined
    if (typeof wanted !== 'string' || !names.includes(wanted))
      throw badRequest(`Tool choice '${String(wanted)}' not found in 'tools' parameter.`, 'tool_choice')
  } else if (choice != null && !MODES.includes(String(choice))) throw invalidValue('tool_choice', choice, MODES)
}
const MODES = ['none', 'auto', 'required']

function toolName(tool: unknown, at: string): string {
  if (!isObject(tool) || tool['type'] !== 'function' || !isObject(tool['function'])) throw missingField(at)
  const { name: given, parameters, strict } = checkFields(tool['function'], FUNCTION, `${at}.`)
  const name = checkName(given, `${at}.name`)
  const wrong = (problem: string) =>
    badRequest(`Invalid schema for function '${name}': ${problem}`, `${at}.parameters`, 'invalid_function_parameters')
  if (parameters != null && (!isObject(parameters) || parameters['type'] !== 'object'))
    throw wrong(
      `schema must be a JSON Schema of 'type: "object"', got 'type: "${isObject(parameters) ? String(parameters['type']) : 'None'}"'.`,
    )
  if (strict === true) checkStrict(isObject(parameters) ? parameters : {}, wrong)
  return name
}
