import { incompleteness } from './completeness.ts'
import { findMachines } from './discover-models.ts'

// Part of `npm run check`: reports every machine that the runner cannot play, by name, before any path runs.
const complaints = await incompleteness(await findMachines())
for (const complaint of complaints) console.log(complaint)
process.exitCode = complaints.length === 0 ? 0 : 1
