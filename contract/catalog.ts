import { z } from 'zod'
import { call } from './call.ts'
import { lessonFormats, paymentSchemes } from './enumerations.ts'
import { searchLength } from './limits.ts'
import { count, day, kopecks, page, slot, territory, uuid } from './shapes.ts'

const facet = z.array(z.object({ value: z.string(), title: z.string(), count }))

export const course = z.object({
  uuid,
  title: z.string(),
  subject: z.string(),
  description: z.string(),
  grades: z.array(z.int()),
  formats: z.array(z.enum(lessonFormats)),
  priceFrom: kopecks,
  nextStartOn: day.nullable(),
  placesLeft: count,
  groups: z.array(
    z.object({
      groupUuid: uuid,
      title: z.string(),
      teacher: z.string().nullable(),
      format: z.enum(lessonFormats),
      territory: territory.nullable(),
      slots: z.array(slot),
      startsOn: day,
      price: kopecks,
      placesLeft: count,
      paymentSchemes: z.array(z.enum(paymentSchemes)),
    }),
  ),
})
export type Course = z.infer<typeof course>

const values = z.array(z.string().max(200)).max(200).optional()

export const listCourses = call('GET /v1/catalog/course/list', {
  summary: 'The course catalog, with counts per filter value',
  added: true,
  access: { who: 'anyone' },
  query: z.object({
    filter: z.object({ subject: values, grade: values, format: values, territory: values }).optional(),
    search: z.string().max(searchLength).optional(),
    page,
  }),
  answer: z.object({
    items: z.array(course),
    total: count,
    page: count,
    pageSize: count,
    facets: z.object({ subject: facet, grade: facet, format: facet, territory: facet }),
  }),
})

export const fillBasket = call('POST /v1/catalog/basket', {
  summary: 'A basket of one group for one child, to be turned into a contract',
  added: true,
  access: { who: 'group', groups: ['parent', 'student'] },
  body: z.strictObject({ groupUuid: uuid, studentUuid: uuid, paymentScheme: z.enum(paymentSchemes) }),
  answer: z.object({ groceryBasketUuid: uuid, campaignUuid: uuid }),
})
