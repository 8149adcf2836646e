import '../study-tests/vitest.js';
