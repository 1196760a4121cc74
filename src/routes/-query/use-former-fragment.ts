import { useLocation } from '@tanstack/react-router'
import { useEffect } from 'react'
import type { ProfileSection } from '#contract/enumerations.ts'
import { useScreenSearch } from './use-screen-search.ts'

/** Fragments that the sections of the profile had when they were one page. */
const sectionsOfFragments: Record<string, ProfileSection> = {
  security: 'security',
  notifications: 'notifications',
  sessions: 'devices',
}

/** Shows the section of a fragment. After hydration: the server does not know fragments. */
export function useFormerFragment(): void {
  const fragment = useLocation({ select: ({ hash }) => hash })
  const { replace } = useScreenSearch('profile')
  useEffect(() => {
    const section = sectionsOfFragments[fragment]
    if (section) replace({ section })
  }, [fragment, replace])
}
