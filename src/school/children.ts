import type { Child } from '#contract/shapes.ts'

type Named = Pick<Child, 'uuid' | 'firstName' | 'lastName'>

/** How a child is called on an entry: by first name, and by as few letters of it as tell the children apart. */
type ChildTag = { name: string; letters: string }

/** By the child's uuid. Empty where all is of one person, who needs no name on everything. */
export type ChildTags = ReadonlyMap<string, ChildTag>

export function tagsOf(children: readonly Named[]): ChildTags {
  return new Map(children.map((child) => [child.uuid, { name: child.firstName, letters: lettersOf(child, children) }]))
}

function lettersOf({ uuid, firstName, lastName }: Named, children: readonly Named[]): string {
  const others = children.filter((child) => child.uuid !== uuid).map((child) => child.firstName)
  const letters = [...firstName]
  for (let length = 1; length <= letters.length; length += 1) {
    const start = letters.slice(0, length).join('')
    if (!others.some((name) => name.startsWith(start))) return start
  }
  return `${firstName} ${[...lastName].slice(0, 1).join('')}`.trim()
}
