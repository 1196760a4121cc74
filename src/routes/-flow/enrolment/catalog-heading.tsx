import { Trans } from '@lingui/react/macro'
import type { ComponentProps } from 'react'
import { BackLink } from '#src/routes/-flow/router-link.tsx'
import { PageHeading } from '#src/ui/layout/page-heading.tsx'

/** The heading of a page below the catalog, with the way back to all courses. */
export function CatalogHeading(props: Omit<ComponentProps<typeof PageHeading>, 'back'>) {
  return (
    <PageHeading
      {...props}
      back={
        <BackLink to="/catalog">
          <Trans>Все курсы</Trans>
        </BackLink>
      }
    />
  )
}
