'use strict';
(function () {
  var form = document.getElementById('filter');
  var text = document.getElementById('filter-text');
  var verdict = document.getElementById('filter-verdict');
  var phase = document.getElementById('filter-phase');
  var order = document.getElementById('order');
  var count = document.getElementById('filter-count');
  var fixes = Array.prototype.slice.call(document.querySelectorAll('.fix'));
  var rows = Array.prototype.slice.call(document.querySelectorAll('.row'));
  var groups = Array.prototype.slice.call(document.querySelectorAll('.group'));
  var contents = new Map();
  var choices = {};
  Array.prototype.forEach.call(verdict.options, function (option) {
    if (option.value) choices[option.value] = option.dataset.verdicts.split(' ');
  });
  function content(row) {
    if (!contents.has(row)) {
      // What many rows say would be found in all of them.
      var copy = row.cloneNode(true);
      Array.prototype.forEach.call(copy.querySelectorAll('.explain'), function (more) {
        more.remove();
      });
      contents.set(row, copy.textContent.toLowerCase());
    }
    return contents.get(row);
  }
  function tally(noun, selector) {
    var all = document.querySelectorAll(selector);
    var shown = Array.prototype.filter.call(all, function (row) { return !row.hidden; }).length;
    return all.length ? shown + ' of ' + all.length + ' ' + noun : '';
  }
  function filter() {
    var words = text.value.toLowerCase().split(/\s+/).filter(Boolean);
    var verdicts = choices[verdict.value] || [];
    var isFiltered = words.length || verdicts.length || phase.value;
    fixes.concat(rows).forEach(function (row) {
      row.hidden = !((!verdicts.length || verdicts.indexOf(row.dataset.verdict) >= 0)
        && (!phase.value || row.dataset.phase.split(' ').indexOf(phase.value) >= 0)
        && words.every(function (word) { return content(row).indexOf(word) >= 0; }));
    });
    var section = document.getElementById('fix');
    if (section) section.hidden = !section.querySelector('.fix:not([hidden])');
    groups.forEach(function (group) {
      var fits = group.querySelector('.row:not([hidden])');
      group.hidden = !fits;
      if (isFiltered && fits) group.open = true;
    });
    var shown = [tally('requirements', 'li.row'), tally(form.dataset.cases, '.scenario')];
    var isEmpty = isFiltered && !hit();
    count.textContent = isEmpty ? 'No match' : shown.filter(Boolean).join(', ');
    bar();
    return isFiltered;
  }
  // The first that fits, from above.
  function hit() {
    return fixes.concat(rows).find(function (row) { return !row.hidden; });
  }
  function jump() {
    var first = hit();
    if (first) first.scrollIntoView();
  }
  function isSticky() { return getComputedStyle(form).position === 'sticky'; }
  function sort() {
    groups.filter(function (group) { return group.querySelector('.scenario'); }).forEach(function (group) {
      var own = Array.prototype.filter.call(group.children, function (row) { return row.matches('.scenario'); });
      own.forEach(function (row, number) { if (!row.dataset.number) row.dataset.number = number; });
      own.sort(function (one, other) {
        return order.value ? other.dataset.duration - one.dataset.duration : one.dataset.number - other.dataset.number;
      }).forEach(function (row) { group.append(row); });
    });
  }
  function keep() {
    var more = new URLSearchParams();
    if (text.value) more.set('text', text.value);
    if (phase.value) more.set('phase', phase.value);
    var address = (verdict.value || (text.value || phase.value ? 'all' : '')) + (more.size ? '?' + more : '');
    history.replaceState(null, '', address ? '#' + address : location.pathname + location.search);
  }
  function reveal() {
    var hash = location.hash.slice(1);
    var word = hash.split('?')[0];
    if (choices[word] || word === 'all') {
      var more = new URLSearchParams(hash.split('?')[1] || '');
      verdict.value = choices[word] ? word : '';
      text.value = more.get('text') || '';
      phase.value = more.get('phase') || '';
      filter();
      jump();
      return;
    }
    var target = hash && document.getElementById(decodeURIComponent(hash));
    for (var node = target; node; node = node.parentElement) {
      node.hidden = false;
      if (node.tagName === 'DETAILS') node.open = true;
    }
    if (target) target.scrollIntoView();
  }
  function bar() {
    var height = isSticky() ? form.offsetHeight + 8 : 8;
    document.documentElement.style.setProperty('--bar', height + 'px');
  }
  form.hidden = false;
  form.addEventListener('submit', function (event) { event.preventDefault(); jump(); });
  [text, verdict, phase].forEach(function (field) {
    field.addEventListener('input', function () {
      // Where the filter scrolls away, a reader would lose it.
      if (filter() && isSticky()) jump();
      keep();
    });
  });
  order.addEventListener('input', sort);
  document.addEventListener('keydown', function (event) {
    var isTyping = /^(input|select|textarea)$/i.test(event.target.tagName);
    if (event.key !== '/' || isTyping || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    text.focus();
    text.select();
  });
  document.getElementById('expand').addEventListener('click', function () {
    var all = document.querySelectorAll('details');
    var open = Array.prototype.some.call(all, function (one) { return !one.open; });
    Array.prototype.forEach.call(all, function (one) { one.open = open; });
    this.textContent = open ? 'Close all' : 'Open all';
  });
  Array.prototype.forEach.call(document.querySelectorAll('.copy'), function (command) {
    var button = document.createElement('button');
    button.type = 'button';
    button.textContent = 'Copy';
    button.addEventListener('click', function () {
      getSelection().selectAllChildren(command);
      // The newer way is not there in a page from a file.
      this.textContent = document.execCommand('copy') ? 'Copied' : 'Selected';
    });
    command.before(button);
  });
  window.addEventListener('hashchange', reveal);
  window.addEventListener('resize', bar);
  filter();
  bar();
  reveal();
})();
