// VitePress's own look, with the fonts that the device has.
import theme from 'vitepress/theme-without-fonts'
import DecisionList from './DecisionList.vue'
import './style.css'

export default {
  extends: theme,
  /** @param {{ app: import('vue').App }} context */
  enhanceApp({ app }) {
    app.component('DecisionList', DecisionList)
  },
}
