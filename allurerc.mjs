// The Allure report groups what was judged as the interface is divided: its part, the area, the clause.
import { defineConfig } from 'allure';

export default defineConfig({
  name: 'Preflight',
  plugins: {
    awesome: { options: { reportName: 'Preflight', singleFile: true, groupBy: ['epic', 'feature', 'story'] } },
  },
});
