import { createLink } from '@tanstack/react-router'
import { TextLink } from '#src/ui/text-link.tsx'

/** A text link to a screen of ours. */
export const ScreenLink = createLink(TextLink)
