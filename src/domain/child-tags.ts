import type { Child } from '#contract/schemas.ts'

type ChildName = Pick<Child, 'uuid' | 'firstName' | 'lastName'>

/** First name of a child and the shortest prefix that is unique among the children. */
type ChildTag = { name: string; letters: string }

/** By uuid of the child. Empty for a single student: entries then need no name. */
export type ChildTags = ReadonlyMap<string, ChildTag>

export function childTagsOf(children: readonly ChildName[]): ChildTags {
  return new Map(children.map((child) => [child.uuid, { name: child.firstName, letters: initialsOf(child, children) }]))
}

function initialsOf({ uuid, firstName, lastName }: ChildName, children: readonly ChildName[]): string {
  const others = children.filter((child) => child.uuid !== uuid).map((child) => child.firstName)
  const letters = [...firstName]
  for (let length = 1; length <= letters.length; length += 1) {
    const start = letters.slice(0, length).join('')
    if (!others.some((name) => name.startsWith(start))) return start
  }
  return `${firstName} ${[...lastName].slice(0, 1).join('')}`.trim()
}
