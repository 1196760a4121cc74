// Database: none.
import { expect, test } from 'vitest'
import { columnsOf, type Format, rowSchema } from '#server/integration/format-types/format.ts'
import { formats } from '#server/integration/formats/units.ts'

/** Columns of OneRoster 1.2 that a file of another program has. */
const standard: Record<string, string> = {
  academicSessions: 'sourcedId,status,dateLastModified,title,type,startDate,endDate,parentSourcedId,schoolYear',
  categories: 'sourcedId,status,dateLastModified,title,weight',
  classes:
    'sourcedId,status,dateLastModified,title,grades,courseSourcedId,classCode,classType,location,schoolSourcedId,termSourcedIds,subjects,subjectCodes,periods',
  courses:
    'sourcedId,status,dateLastModified,schoolYearSourcedId,title,courseCode,grades,orgSourcedId,subjects,subjectCodes',
  enrollments:
    'sourcedId,status,dateLastModified,classSourcedId,schoolSourcedId,userSourcedId,role,primary,beginDate,endDate',
  orgs: 'sourcedId,status,dateLastModified,name,type,identifier,parentSourcedId',
  roles:
    'sourcedId,status,dateLastModified,userSourcedId,roleType,role,beginDate,endDate,orgSourcedId,userProfileSourcedId',
  userProfiles:
    'sourcedId,status,dateLastModified,userSourcedId,profileType,vendorId,credentialId,applicationId,description,password',
}

test.each(Object.entries(standard))('The columns of OneRoster are known in %s.csv', (file, columns) => {
  const format = formats.find((one) => one.file === file) as Format
  expect(Object.keys(columnsOf(format))).toEqual(expect.arrayContaining(columns.split(',')))
})

test('A banner is only placed on screens that exist', () => {
  const { placement } = rowSchema(columnsOf(formats.find(({ file }) => file === 'banners') as Format), 'UTC').shape
  const parsed = ['events,schedule', 'events,removed-screen'].map((cell) => placement?.safeParse(cell).success)
  expect(parsed).toEqual([true, false])
})

test('The documentation describes every column', async () => {
  const files = [...Map.groupBy(formats, ({ file }) => file).values()].map(([format]) => describe(format as Format))
  const text = `# Files of an import\n\nMade from the schemas of the import; the conventions are in [README.md](README.md).\n\n${files.join('\n')}`
  await expect(text).toMatchFileSnapshot('../../../docs/import/files.md')
})

function describe(format: Format): string {
  const columns = Object.entries(columnsOf(format)).filter(([name]) => !['status', 'dateLastModified'].includes(name))
  const rows = columns.map(([name, { kind, isRequired, of, note = '', fallback }]) => {
    const isGiven = fallback === undefined || fallback === null || fallback === '' || String(fallback) === ''
    const what = of && !note.includes('.csv') ? `sourcedId of \`${of.collection}.csv\`` : kind.title
    const remarks = [what, note, isGiven || note.includes('empty') ? '' : `empty means \`${fallback}\``].filter(Boolean)
    return `| \`${name}\` | ${isRequired ? 'yes' : ''} | ${remarks.join('; ')} |`
  })
  return [
    `## ${format.file}.csv`,
    '',
    `${format.title}.`,
    '',
    '| column | required | value |',
    '|---|---|---|',
    ...rows,
    '',
  ].join('\n')
}
