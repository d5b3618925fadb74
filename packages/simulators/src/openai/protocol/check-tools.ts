/** Checks `tools` and `tool_choice` of a chat request. Throws a 400 with OpenAI's message. */
import { badRequest } from './errors.ts'
import { checkName, checkStrict } from './schemas.ts'
import type { JsonObject } from './check-fields.ts'
import { describeValue, isObject, missingField } from './check-fields.ts'

/** Throws when a tool has no valid name or schema, or when the choice names none of them. */
export function checkTools(fields: JsonObject): void {
  const tools = fields['tools']
  const choice = fields['tool_choice']
  if (!Array.isArray(tools)) {
    if (choice != null)
      throw badRequest(
        "Invalid value for 'tool_choice': 'tool_choice' is only allowed when 'tools' are specified.",
        'tool_choice',
      )
    return
  }
  if (tools.length === 0)
    throw badRequest(
      "Invalid 'tools': empty array. Expected an array with minimum length 1, but got an empty array instead.",
      'tools',
      'empty_array',
    )
  if (tools.length > 128)
    throw badRequest(
      `Invalid 'tools': array too long. Expected an array with maximum length 128, but got an array with length ${tools.length} instead.`,
      'tools',
      'array_above_max_length',
    )
  const names = tools.map((tool: unknown, at) => toolName(tool, `tools[${at}]`))
  if (choice == null) return
  if (isObject(choice)) {
    const wanted = isObject(choice['function']) ? choice['function']['name'] : undefined
    if (typeof wanted !== 'string' || !names.includes(wanted))
      throw badRequest(`Tool choice '${String(wanted)}' not found in 'tools' parameter.`, 'tool_choice')
  } else if (!['none', 'auto', 'required'].includes(String(choice))) {
    throw badRequest(
      `Invalid value: '${String(choice).slice(0, 100)}'. Supported values are: 'none', 'auto', and 'required'.`,
      'tool_choice',
      'invalid_value',
    )
  }
}

function toolName(tool: unknown, at: string): string {
  if (!isObject(tool) || tool['type'] !== 'function' || !isObject(tool['function']))
    throw missingField(`${at}.function`)
  const { name: given, description, parameters, strict } = tool['function']
  const name = checkName(given, `${at}.function.name`)
  if (description != null && typeof description !== 'string')
    throw badRequest(
      `Invalid type for '${at}.function.description': expected a string, but got ${describeValue(description)} instead.`,
      `${at}.function.description`,
      'invalid_type',
    )
  if (parameters != null && (!isObject(parameters) || parameters['type'] !== 'object'))
    throw badRequest(
      `Invalid schema for function '${name}': schema must be a JSON Schema of 'type: "object"', got 'type: "${isObject(parameters) ? String(parameters['type']) : 'None'}"'.`,
      `${at}.function.parameters`,
      'invalid_function_parameters',
    )
  if (strict != null && typeof strict !== 'boolean')
    throw badRequest(
      `Invalid type for '${at}.function.strict': expected a boolean, but got ${describeValue(strict)} instead.`,
      `${at}.function.strict`,
      'invalid_type',
    )
  if (strict === true)
    checkStrict(isObject(parameters) ? parameters : {}, (problem) =>
      badRequest(
        `Invalid schema for function '${name}': ${problem}`,
        `${at}.function.parameters`,
        'invalid_function_parameters',
      ),
    )
  return name
}
