import type { z } from 'zod'
import type { FieldError } from '#contract/problem.ts'
import { throwProblem } from '#server/http-error.ts'

type PartOfRequest = 'query' | 'headers' | 'body'

/** A part of the request as its schema makes it; refused with every field that is not as it must be. */
export function parsePart<S extends z.ZodType>(schema: S, value: unknown, part: PartOfRequest): z.output<S>
export function parsePart(schema: z.ZodType | undefined, value: unknown, part: PartOfRequest): unknown
export function parsePart(schema: z.ZodType | undefined, value: unknown, part: PartOfRequest): unknown {
  if (!schema) return undefined
  const { success, data, error } = schema.safeParse(value, { reportInput: true })
  if (!success)
    throwProblem('invalid-values', `The ${part} is not what the call takes`, { errors: invalidValues(error) })
  return data
}

/** Of a list with thousands of wrong entries nobody reads more. */
const mostErrors = 100

/** The field errors of a 422: short codes, which the browser has words for. */
function invalidValues({ issues }: z.ZodError): FieldError[] {
  return issues.slice(0, mostErrors).flatMap((issue) => {
    const path = issue.path.join('.')
    if (issue.code !== 'unrecognized_keys') return [{ path, message: codeOf(issue) }]
    return issue.keys.map((key) => ({ path: [...issue.path, key].join('.'), message: 'unknown-field' }))
  })
}

function codeOf(issue: z.core.$ZodIssue): string {
  switch (issue.code) {
    case 'invalid_type':
      return issue.input === undefined ? 'required' : 'wrong-type'
    case 'too_small':
      return isNumeric(issue.origin) ? 'too-small' : 'too-short'
    case 'too_big':
      return isNumeric(issue.origin) ? 'too-big' : 'too-long'
    case 'invalid_format':
      return 'wrong-format'
    default:
      return 'wrong-value'
  }
}

function isNumeric(origin: string): boolean {
  return origin === 'number' || origin === 'int' || origin === 'bigint' || origin === 'date'
}
